// Prints what published readers of frontmatter make of each file named: one JSON
// line a file and reader that sees a scope or a type.
import { readFileSync } from 'node:fs'
import matter from 'gray-matter'
import fm from 'front-matter'
import { load } from 'js-yaml'
import { parse } from 'yaml'
import { unified } from 'unified'
import remarkParse from 'remark-parse'
import remarkFrontmatter from 'remark-frontmatter'

const remark = unified().use(remarkParse).use(remarkFrontmatter, ['yaml', 'toml'])
const block = (text, pattern) => (pattern.exec(text) ?? [])[1] ?? ''

const readers = {
  'gray-matter': text => matter(text).data,
  'front-matter': text => fm(text).attributes,
  'remark-frontmatter': text => load(remark.parse(text).children.find(n => n.type === 'yaml')?.value ?? ''),
  'closing dashes anywhere': text => load(block(text, /^---\s*\n([\s\S]*?)---\s*\n?/)),
  'closing dashes on a line': text => parse(block(text, /^---\n([\s\S]*?)\n---/)),
  'line by line': text => Object.fromEntries(block(text, /^---\n([\s\S]*?)\n---/).split('\n').map(l => l.split(': ', 2))),
}

for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, 'utf8')
  for (const [reader, read] of Object.entries(readers)) {
    let data
    try { data = read(text) } catch { continue }
    if (data === null || typeof data !== 'object') continue
    const inner = data.metadata && typeof data.metadata === 'object' ? data.metadata : {}
    const word = v => (typeof v === 'string' || v instanceof Uint8Array ? Buffer.from(v).toString() : JSON.stringify(v ?? ''))
    console.log(JSON.stringify({ file, reader, scope: word(data.scope ?? inner.scope), type: word(data.type ?? inner.type) }))
  }
}
