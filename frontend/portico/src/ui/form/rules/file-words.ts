// Words for each rule that a file can break (R2.05).

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Rule } from '#/enumerations/rule.gen.ts'

/** `most` is the size of the largest file, as people write it. No rule: there is no reason. */
export function fileRuleWords(rule: Rule | undefined, most: string): MessageDescriptor {
  switch (rule) {
    case 'required':
      return msg`Please choose a file`
    case 'arrived':
      return msg`The file is not there any more. Please choose it again.`
    case 'empty':
      return msg`The file is empty.`
    case 'size':
      return msg`The file is larger than ${most}. Please send a smaller one.`
    case 'content':
      return msg`This is no file that can be read here. Please send PDF, Word or PowerPoint.`
    case 'type':
    case 'whitespace':
    case 'length':
    case 'number':
    case 'count':
    case 'pattern':
    case 'option':
    case 'date':
    case 'email':
    case undefined:
      return msg`The file could not be taken. Please choose another one.`
  }
}
