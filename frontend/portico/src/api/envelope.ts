// The envelope of every answer of the origin and the gateway (R3.03). It also proves that one of
// them has answered: a proxy, or the network of a hotel, answers with other pages.

/** Any backend may answer: `data` is its payload, unchecked. */
export type Envelope = { code: number; msg: string; data: unknown }

/** The envelope, whatever the status; undefined for an answer without one. */
export async function readEnvelope(response: Response): Promise<Envelope | undefined> {
  try {
    const answer: unknown = await response.json()
    return isEnvelope(answer) ? answer : undefined
  } catch {
    return undefined
  }
}

function isEnvelope(answer: unknown): answer is Envelope {
  if (typeof answer !== 'object' || answer === null) return false
  const { code, msg, data } = answer as Partial<Envelope>
  return typeof code === 'number' && typeof msg === 'string' && data !== undefined
}
