package inerttest

import (
	"fmt"
	"strings"
)

// An Assignment is one output, or one variable, that the runner reads from a file.
type Assignment struct{ Name, Value string }

// Assignments reads the file of GITHUB_OUTPUT or GITHUB_ENV as the runner does. The error is that
// of a file which the runner refuses; what stands before is given all the same.
// https://github.com/actions/runner/blob/main/src/Runner.Worker/FileCommandManager.cs
func Assignments(text string) ([]Assignment, error) {
	var found []Assignment
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		name, value, equals := strings.Cut(line, "=")
		key, delimiter, heredoc := strings.Cut(line, "<<")
		switch {
		case strings.TrimSuffix(line, "\r") == "":
		case heredoc && (!equals || len(key) < len(name)):
			if key == "" || delimiter == "" {
				return found, fmt.Errorf("%q has no name or no delimiter", line)
			}
			body, after, err := upTo(text, delimiter)
			if err != nil {
				return found, err
			}
			found, text = append(found, Assignment{key, body}), after
		case equals && name != "":
			found = append(found, Assignment{name, value})
		default:
			return found, fmt.Errorf("%q is no assignment", line)
		}
	}
	return found, nil
}

// upTo cuts text before a line that is the delimiter.
func upTo(text, delimiter string) (body, after string, err error) {
	for at := 0; at < len(text); {
		line, _, ended := strings.Cut(text[at:], "\n")
		if line == delimiter {
			end := at + len(line)
			if ended {
				end++
			}
			return strings.TrimSuffix(text[:at], "\n"), text[end:], nil
		}
		if !ended {
			break
		}
		at += len(line) + 1
	}
	return "", "", fmt.Errorf("there is no line %q", delimiter)
}
