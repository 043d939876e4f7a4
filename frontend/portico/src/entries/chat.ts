// The assistant, and the questions that it suggests.

export { Chat, type ChatProps } from '#/features/chat/chat.tsx'
export { Suggestions } from '#/ui/Suggestions/Suggestions.tsx'
