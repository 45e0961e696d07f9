export type Verdict = {
  /** What the judge objects to, one line each. */
  readonly findings: readonly string[];
  /** What it looked at, in numbers: "24 templates". */
  readonly judged: string;
};

/** A tool or a document from outside that judges this project. */
export type Judge = {
  readonly name: string;
  /** What it looks at, in a few words. */
  readonly judges: string;
  /** A shell line that installs it, run in the project's folder. */
  readonly install: string;
  /** `fails`: a finding fails the command. `reports`: findings are counted only. */
  readonly finding: "fails" | "reports";
  /** Says what is missing before it can judge, the tool itself aside: "a recording: run npm test". */
  readonly lacks?: () => string | undefined;
  readonly isInstalled: () => boolean;
  /** @throws when the judge cannot do its work, which is no verdict */
  readonly judge: () => Promise<Verdict>;
  /** Judges a mistake made on purpose. */
  readonly plant: () => Promise<Verdict>;
  /** A part of the finding that names the planted mistake; without such a finding the judge is blind. */
  readonly mistake: string;
};
