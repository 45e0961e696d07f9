export type Place = { stack: string; resource: string; property: string };

/** Something in the synthesized template that the local stack cannot run as AWS would. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";

  constructor(place: Place, problem: string) {
    super(`${place.stack} › ${place.resource}${place.property ? ` › ${place.property}` : ""}: ${problem}`);
  }
}

export function inside(place: Place, step: string | number): Place {
  return { ...place, property: place.property === "" ? String(step) : `${place.property}.${step}` };
}
