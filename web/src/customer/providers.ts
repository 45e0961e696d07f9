/** Where customers create and revoke their provider keys. */
export const PROVIDERS = [
  { label: "Text", name: "OpenAI", href: "https://platform.openai.com/api-keys" },
  { label: "Voice", name: "ElevenLabs", href: "https://elevenlabs.io/app/settings/api-keys" },
  { label: "Music", name: "Suno", href: "https://suno.com/account" },
] as const;
