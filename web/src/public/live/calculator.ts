import { costSentence } from "../plans/videoCost.ts";

export function enlivenCalculator(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-calculator]");
  const result = form?.querySelector("output");
  if (!form || !result) return;
  const amount = (name: string): number | undefined => {
    const field = form.querySelector<HTMLInputElement>(`[name=${name}]`);
    return field !== null && field.value !== "" && field.validity.valid ? Number(field.value) : undefined;
  };
  form.addEventListener("input", () => {
    result.textContent = costSentence(
      { articleWords: amount("articleWords"), minutes: amount("minutes") },
      {
        read: amount("read"),
        written: amount("written"),
        spoken: amount("spoken"),
        piece: amount("piece"),
      },
    );
  });
}
