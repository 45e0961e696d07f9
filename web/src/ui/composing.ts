/**
 * Whether an input method handles the key: there, Enter accepts a word and Escape discards it. Safari ends the word
 * before it reports the key, and marks the key only by the code 229.
 */
export const isComposing = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean => isComposing || keyCode === 229;
