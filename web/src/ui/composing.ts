/**
 * Whether a key belongs to an input method, whose Enter ends a word and whose Escape drops it. Safari ends the word
 * before it reports the key, and marks the key by this code alone.
 */
export const isComposing = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean => isComposing || keyCode === 229;
