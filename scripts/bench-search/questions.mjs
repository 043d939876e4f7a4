// The questions for both engines: those of tests/search, words of the articles' sentences as
// visitors type them, names, and names with a typing error.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES } from '../bench-generator/corpus.mjs'
import { root } from '../bench-generator/sites/places.mjs'
import { randomNumbers } from '../bench-shared/random.mjs'
import { nameOf } from './corpus.mjs'

/** `count` questions `{language, question}`, a quarter of each kind. */
export function questionsOf(corpus, count) {
  const random = randomNumbers(2)
  const below = (limit) => Math.floor(random() * limit)
  const asked = visitorsQuestions()
  const name = () => nameOf(below(corpus.slugs.length))
  const kinds = [
    () => asked[below(asked.length)],
    () => {
      const language = LOCALES[below(LOCALES.length)]
      const sentences = corpus.sentences[language]
      return { language, question: excerpt(sentences[below(sentences.length)], language, below) }
    },
    () => ({ language: LOCALES[below(LOCALES.length)], question: name() }),
    () => ({ language: LOCALES[below(LOCALES.length)], question: slip(name(), below) }),
  ]
  return Array.from({ length: count }, (_, index) => {
    const { language, question } = kinds[index % kinds.length]()
    return { language, question }
  })
}

function visitorsQuestions() {
  const text = readFileSync(join(root, 'tests/search/questions.yaml'), 'utf8')
  const found = [...text.matchAll(/^  language: (.*)\n  question: (.*)$/gm)]
  return found.map(([, language, question]) => ({ language, question: question.startsWith('"') ? JSON.parse(question) : question }))
}

/** Three words in a row, or six Chinese characters. */
function excerpt(sentence, language, below) {
  const parts = language === 'en' ? sentence.split(' ') : [...sentence]
  const length = language === 'en' ? 3 : 6
  const from = below(Math.max(1, parts.length - length))
  return parts.slice(from, from + length).join(language === 'en' ? ' ' : '')
}

/** Two letters change places. */
function slip(name, below) {
  const at = 1 + below(name.length - 2)
  return name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2)
}
