// A small mark before the word for the status of an investment: a disc for held, a ring for listed,
// a stroke for sold.

import styles from './status-mark.module.css'

export const StatusMark = ({ status }: { status: string }) => <span className={styles.mark} data-status={status} />
