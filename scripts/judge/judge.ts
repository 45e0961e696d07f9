export type Verdict = {
  /** Objections, one line each. */
  readonly findings: readonly string[];
  /** What the judge examined, in numbers: "24 templates". */
  readonly judged: string;
};

/** An external tool or document that judges this project. */
export type Judge = {
  readonly name: string;
  /** What the judge examines, in a few words. */
  readonly judges: string;
  /** A shell command that installs the judge from the project's folder. */
  readonly install: string;
  /** `fails`: a finding fails the command. `reports`: findings are only counted. */
  readonly finding: "fails" | "reports";
  /** What is missing besides the tool itself: "a recording: run npm test". */
  readonly lacks?: () => string | undefined;
  readonly isInstalled: () => boolean;
  /** @throws if the judge could not run, which is not a verdict */
  readonly judge: () => Promise<Verdict>;
  readonly plant: () => Promise<Verdict>;
  /** A part of the finding that the planted mistake must cause. */
  readonly mistake: string;
};
