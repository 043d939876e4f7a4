// The captcha with its field: a picture to copy, or a recording for visitors who cannot see it.

import { Trans, useLingui } from '@lingui/react/macro'
import { toast } from '#/state/toasts.ts'
import type { CaptchaSource } from '#/state/use-captcha.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { TextField } from '#/ui/Field/Field.tsx'
import { Icon } from '#/ui/Icon/Icon.tsx'
import { listen as listenIcon, play as playIcon, renew as renewIcon } from '#/ui/Icon/paths.gen.ts'
import styles from './CaptchaField.module.css'
import { useRecording } from './use-recording.ts'

export type CaptchaFieldProps = {
  source: CaptchaSource
  value: string
  error: string | undefined
  /** Takes the focus when it appears. */
  autoFocus?: boolean
  onChange: (value: string) => void
}

export function CaptchaField({ source, value, error, autoFocus = false, onChange }: CaptchaFieldProps) {
  const { t } = useLingui()
  const { kind } = source
  const play = useRecording(source, () => toast.error(t`The recording could not be played.`))
  const renew = (wanted: typeof kind) => {
    onChange('')
    source.renew(wanted)
  }
  return (
    <div className={styles.captcha}>
      <TextField
        label={kind === 'image' ? t`Characters in the picture` : t`Characters you hear`}
        name="captcha"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        value={value}
        error={error}
        aria-required
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.target.value)}
        beside={
          <div className={styles.frame} aria-busy={source.state === 'loading' || undefined}>
            <Shown source={source} onPlay={play} />
          </div>
        }
      />
      <div className={styles.tools}>
        <Button onClick={() => renew(kind)}>
          <Icon path={renewIcon} />
          {kind === 'image' ? <Trans>New picture</Trans> : <Trans>New recording</Trans>}
        </Button>
        <Button onClick={() => renew(kind === 'image' ? 'audio' : 'image')}>
          {kind === 'image' && <Icon path={listenIcon} />}
          {kind === 'image' ? <Trans>Listen instead</Trans> : <Trans>Show a picture instead</Trans>}
        </Button>
      </div>
    </div>
  )
}

function Shown({ source, onPlay }: { source: CaptchaSource; onPlay: () => void }) {
  const { t } = useLingui()
  if (source.state === 'failed') {
    return (
      <p className={styles.failed} role="status">
        <Trans>It did not load. Please ask for a new one.</Trans>
      </p>
    )
  }
  if (source.captcha?.image) {
    return <img className={styles.picture} src={source.captcha.image} alt={t`Characters to copy`} />
  }
  if (source.captcha?.audio) {
    return (
      <Button onClick={onPlay}>
        <Icon path={playIcon} />
        <Trans comment="Plays a recording from its start">Play again</Trans>
      </Button>
    )
  }
  return null
}
