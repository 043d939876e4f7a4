// Helpers for a site's tests.

export { type Asked, answerFetch, blamed, ok, type Reply, refused } from '#/testing/answers.ts'
export { expectAccessible } from '#/testing/axe.ts'
export { APP, releaseListeners, showDocument, stubBrowser } from '#/testing/document.ts'
export { stubViewport, type Viewport } from '#/testing/in-view.ts'
export { type Answers, bodiesTo, sampleProtocols, sampleSessions, sampleUser, startOrigin } from '#/testing/origin.ts'
export { type RenderPartOptions, renderOn, renderPart } from '#/testing/render-part.tsx'
export { describeSite } from '#/testing/site-contract.ts'
