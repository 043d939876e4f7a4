// Says hello, then answers one request after the other until the generator closes the pipe.

import { CONTRACT_VERSION, type Hello, type Route } from '#/contract.ts'
import { routes } from '#/page/routes.ts'
import { createAnswerer } from '#/worker/answer.ts'
import { documentAssets } from '#/worker/assets.ts'
import { createEncoder, createReader, send } from '#/worker/frames.ts'

/**
 * Runs until standard input ends. A torn stream throws, and the process dies: the generator starts
 * another one.
 */
export async function serve(manifestPath: string): Promise<void> {
  const [answer, next, encode] = [await createAnswerer(), createReader(), createEncoder()]
  send(encode(hello(manifestPath), ''))
  for (let input = next(); input !== undefined; input = next()) {
    const answered = answer(input)
    const { rendered, markup, files } = answered instanceof Promise ? await answered : answered
    send(encode(rendered, markup, files))
  }
}

function hello(manifestPath: string): Hello {
  return {
    contract: CONTRACT_VERSION,
    node: process.versions.node,
    routes: routes.map(asData),
    assets: documentAssets(manifestPath),
  }
}

function asData({ component: _, ...row }: (typeof routes)[number]): Route {
  return row
}
