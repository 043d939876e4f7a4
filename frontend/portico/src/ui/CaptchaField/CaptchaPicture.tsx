// The captcha of a plain HTML form: a picture that came with the page, and a field.

import { TextField } from '#/ui/Field/Field.tsx'
import styles from './CaptchaField.module.css'

export type CaptchaPictureProps = { id: string; image: string; label: string }

export function CaptchaPicture({ id, image, label }: CaptchaPictureProps) {
  return (
    <div className={styles.captcha}>
      <input type="hidden" name="captchaId" value={id} />
      <TextField
        label={label}
        name="captcha"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        beside={
          <div className={styles.frame}>
            <img className={styles.picture} src={image} alt={label} loading="lazy" />
          </div>
        }
      />
    </div>
  )
}
