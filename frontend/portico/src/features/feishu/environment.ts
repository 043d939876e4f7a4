// Whether a page is shown by Feishu: in its client, whose browser identifies itself, or in a frame,
// which by the page's header class only Feishu can have made.

/** Names by which Feishu's and Lark's clients call themselves. */
const CLIENT = /\b(?:Feishu|Lark)\//i

export function isInFeishu(view: Pick<Window, 'navigator' | 'parent'> = window): boolean {
  return CLIENT.test(view.navigator.userAgent) || view.parent !== view
}
