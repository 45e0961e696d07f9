/**
 * Whether a key belongs to an input method, where Enter ends a word and Escape drops it. Safari ends the word before it
 * reports the key, and marks the key only by the code 229.
 */
export const isComposing = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean => isComposing || keyCode === 229;
