/** Programs that another program's first argument selects. */
export const NAMED: Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What `--help` prints. @param program the path of the program in the project */
export function usageOf(program: string): string;
