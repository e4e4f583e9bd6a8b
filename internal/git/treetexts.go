package git

import "sync"

// treeTexts are tree objects as they are stored. A range names the same trees over and over:
// that of a commit is that of the parent of the next one. They were held against their ids, so that one
// stays right as long as it is kept.
type treeTexts struct {
	mu   sync.Mutex
	kept map[string]treeText
	size int // of all, in bytes
}

// A treeText is a tree as it is stored.
type treeText struct {
	raw    []byte
	sorted bool
}

const (
	maxTexts     = 32 << 20 // bytes to keep
	mostPrefetch = 500      // trees that are asked for at a time
)

func (t *treeTexts) get(id string) (text treeText, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	text, ok = t.kept[id]
	return text, ok
}

func (t *treeTexts) put(id string, raw []byte) treeText {
	text := treeText{raw, sorted(raw, len(id)/2)}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.size += len(raw); t.kept == nil || t.size > maxTexts {
		t.kept, t.size = map[string]treeText{}, len(raw)
	}
	t.kept[id] = text
	return text
}

// text gives a tree as it is stored; that of "" has no entries.
func (f *forest) text(id string) (treeText, error) {
	if id == "" {
		return treeText{sorted: true}, nil
	}
	if text, ok := f.repo.texts.get(id); ok {
		return text, nil
	}
	var text treeText
	err := f.Each([]string{id}, noLimit, func(_ int, o Object) error {
		raw, err := treeData(o)
		if err == nil {
			text = f.repo.texts.put(id, raw)
		}
		return err
	})
	return text, err
}

// prefetch reads trees that will be wanted, so that one who has to be asked is asked once.
// Those that can't be read are left to who wants them.
func (f *forest) prefetch(ids []string) error {
	var wanted []string
	for _, id := range ids {
		if _, known := f.repo.texts.get(id); !known && id != "" && len(wanted) < mostPrefetch {
			wanted = append(wanted, id)
		}
	}
	if len(wanted) < 2 {
		return nil
	}
	return f.Each(wanted, noLimit, func(_ int, o Object) error {
		if text, err := treeData(o); err == nil {
			f.repo.texts.put(o.ID, text)
		}
		return nil
	})
}

func treeData(o Object) ([]byte, error) {
	switch {
	case o.Err != nil:
		return nil, o.Err
	case o.Kind != "tree":
		return nil, refuse(ErrMalformed, "run \"git fsck\"", "object %s is a %s where a tree should be", o.ID, printable(o.Kind))
	}
	return o.Data, nil
}
