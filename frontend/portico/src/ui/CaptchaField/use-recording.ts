// Plays the recording of a spoken captcha: as soon as it is loaded, since a button asked for it,
// and again on demand.
//
// Through Web Audio and not <audio>: the pages' Content-Security-Policy lets no media element load
// a data URL, and this avoids the need for it.

import { useEffect, useRef } from 'react'
import type { CaptchaSource } from '#/state/use-captcha.ts'

/**
 * Returns a function that plays it from its start. Another recording, and the end of the component,
 * silence it.
 */
export function useRecording({ captcha, unasked }: CaptchaSource, onFailure: () => void): () => void {
  const running = useRef<AudioContext>(undefined)
  const silence = () => {
    void running.current?.close()
    running.current = undefined
  }
  const play = () => {
    silence()
    if (!captcha?.audio) return
    running.current = new AudioContext()
    start(running.current, captcha.audio).catch(onFailure)
  }
  // Once per captcha; `play` and `silence` are new functions at every render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!unasked) play()
    return silence
  }, [captcha])
  return play
}

async function start(context: AudioContext, dataUrl: string): Promise<void> {
  const recording = await context.decodeAudioData(bytesOf(dataUrl))
  if (context.state === 'closed') return
  const source = context.createBufferSource()
  source.buffer = recording
  source.connect(context.destination)
  source.start()
}

function bytesOf(dataUrl: string): ArrayBuffer {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1)
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer
}
