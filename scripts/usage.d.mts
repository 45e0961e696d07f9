/** What `--help` prints. @param program the path of the program in the project */
export function usageOf(program: string): string;
