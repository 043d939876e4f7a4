// A page that throws: logged (R1.09), and replaced by the error page, which the caller shows.

import { Component, type ErrorInfo, type ReactNode } from 'react'

export type ErrorBoundaryProps = {
  onError: (error: unknown) => void
  /** Another value means that another page is shown: try to render again. */
  resetKey: unknown
  children: ReactNode
}

type State = { failedKey: unknown; failed: boolean }

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, failedKey: undefined }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: State): Partial<State> | null {
    if (state.failedKey === resetKey) return null
    return { failed: false, failedKey: resetKey }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('a page failed', error, info.componentStack)
    this.props.onError(error)
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
