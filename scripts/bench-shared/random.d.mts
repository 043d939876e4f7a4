/** A function that returns numbers from 0 to below 1. */
export function randomNumbers(seed: number): () => number
