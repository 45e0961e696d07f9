/** A forbidden word or phrase, and its replacement. */
export type Shape = {
  name: string;
  /** A space stands for any gap, including one at which a comment or a paragraph breaks its line. */
  pattern: RegExp;
  instead: string;
  /** Sentences in which the pattern must match. */
  found: [string, ...string[]];
  /** Similar sentences in which the pattern must not match. */
  fine?: string[];
};

export const SHAPES: Shape[] = [
  {
    name: "whoever",
    pattern: /whoever|whomever/i,
    instead: "name the actor: the customer, the worker, the caller",
    found: ["It is retried by whoever comes next.", "whomever it concerns", "const byWhoeverComes = 1;"],
  },
  {
    name: "somebody",
    pattern: /somebody/i,
    instead: "name the actor, or write someone",
    found: ["The row of somebody else.", "const somebodyElse = 1;"],
  },
  {
    name: "nobody's",
    pattern: /\bnobody's\b|\bnobodys/i,
    instead: "unassigned, or name who it does not belong to",
    found: ["The key is nobody's now."],
  },
  {
    name: "of nobody",
    pattern: /\b(of|to|for|with|than|from|by|in|about|gives?|tells?|asks?) nobody\b/i,
    instead: "turn the sentence round (not … anyone), or name what is missing",
    found: ["The key of nobody yet works again.", "It tells nobody which."],
    fine: ["Nobody else may read it.", "A key is active only once, so nobody pays twice."],
  },
  {
    name: "that nobody",
    pattern:
      /(?<!\b(?:so|say|says|said|sure|means?|sees?|shows?|holds?|knows?) )\b(that|which|what|whom) nobody\b/i,
    instead: "an adjective (unread, unhandled, unused), or a main clause with an actor",
    found: ["Takes the events that nobody waits for.", "what nobody expected"],
    fine: ["It is inactive afterwards, so that nobody reuses it.", "It says that nobody can undo it."],
  },
  {
    name: "for who",
    pattern: /(?<!\b(?:regardless|independent|irrespective) )\b(of|for|from|with|than|to|by) who\b/i,
    instead: "name the people: for customers who …, for readers who …",
    found: ["Where a key's row is, for who reads it together with another."],
    fine: ["It depends on who calls, regardless of who pays.", "for customers who pay"],
  },
  {
    name: "by itself",
    pattern: /\bby (itself|themselves|himself|herself)\b/i,
    instead: "automatically, on its own, alone; or name what does it",
    found: ["It goes out by itself.", "They end by\n * themselves."],
  },
  {
    name: "of its own accord",
    pattern: /\bof \S+ own accord\b/i,
    instead: "automatically, unprompted",
    found: ["The page reloads of its own accord."],
  },
  {
    name: "of its own",
    pattern:
      /(?<!instead |place )\bof (?:one['’]s|its|their|his|her|our|my|your|(?:the )?\w+['’]s?) own(?=[^\w\s]|$|\n| (?:and|or|that|which|to|in|for|on|with|as|by|at|is|are|so|from|until|when|where|before|after|survives|too|but|than|it|they|without|of)\b)/i,
    instead: "its own …, a separate …, a dedicated …",
    found: ["Each has a list of its own.", "a code of one's own", "a clock of the test's own"],
    fine: ["Each has its own list.", "an index of its own keys", "in place of the connection's own address"],
  },
  {
    name: "goes on",
    pattern: /\b(go|goes|went|gone|going) on\b(?! (sale|call|top)\b)/i,
    instead: "continue, resume, proceed, keep …ing",
    found: ["Your subscription goes on.", "Goes on with a first deployment."],
    fine: ["The offer goes on sale."],
  },
  {
    name: "any more",
    pattern: /\bany more\b/i,
    instead: "no longer; for a code: has expired",
    found: ["The session is not open any more.", "no good any more"],
  },
  {
    name: "no good",
    pattern: /\bno good\b|\b(is|are|was|were|stays|remains) (still |no longer )?good\b(?! English)/i,
    instead: "valid, expired, invalid",
    found: ["It is good for 15 minutes.", "Their password is no good.", "what was good stays good"],
  },
  {
    name: "leads on",
    pattern: /\b(leads?|led|leading) on\b/i,
    instead: "redirect, continue to",
    found: ["The link leads on, and earns nothing."],
  },
  {
    name: "came back",
    pattern: /\bcame back\b/i,
    instead: "returned, was refunded, recovered",
    found: ["What came back is subtracted."],
  },
  {
    name: "what fits",
    pattern: /\bwhat fits\b|\bno \w+ fits\b/i,
    instead: "match: No users match this search",
    found: ["It counts what fits.", "No user fits."],
  },
  {
    name: "that it was",
    pattern: /\bthat (it was|they were)\b/i,
    instead: "a noun or the active: the deletion, its name, which …",
    found: ["Keeps that it was done, and nothing of whom.", "has the name that it was given"],
  },
  {
    name: "is told",
    pattern: /\b(is|are|was|were|be|been|being|gets?) told\b(?! (apart|otherwise)\b)/i,
    instead: "receives, learns, is notified; or name who says it: the API reports …",
    found: ["The owner is told so.", "every event that it\n// was told"],
    fine: ["Schedules are told apart by name."],
  },
  {
    name: "by then",
    pattern: /\bas (it|they) (is|are) by then\b|\bnor (this|that) one the\b/i,
    instead: "the current …, the latest …; a race: X and Y land at the same time",
    found: ["what stands in it the tables say, as they are by then", "nor this one the suspension"],
  },
  {
    name: "stands in",
    pattern: /\b(stands?|stood|standing) in(?! (?:the way|front|for)\b)\b/i,
    instead: "is in, appears in; or turn it round: the row contains …",
    found: ["What stands in it the tables say.", "An id may stand in an address."],
    fine: ["Nothing stands in the way.", "the firewall that stands in front of the site"],
  },
  {
    name: "tried again",
    pattern: /\b(tried|tries|trying) (?:it |this |that |them )?again\b|\bmore tries\b/i,
    instead: "retry, is retried; attempts",
    found: ["The call is tried again.", "It fails after two more tries too.", "The worker tries it again."],
    fine: ["Something went wrong. Try again."],
  },
  {
    name: "by time alone",
    pattern: /\bby time alone\b/i,
    instead: "without a write; expires",
    found: ["When it will be another by time alone"],
    fine: ["Lists are sorted by time."],
  },
  {
    name: "of whom",
    pattern: /\bof whom\b/i,
    instead: "name the people or the data: without personal data",
    found: ["and nothing of whom"],
  },
  {
    name: "present password",
    pattern: /\bpresent (password|key|address|plan|card|status|session)\b/i,
    instead: "current",
    found: ["Their present password stops working."],
    fine: ["A proof is present, password or code."],
  },
  {
    name: "is a touch",
    pattern: /\bis a touch\b/i,
    instead: "say what a save without changes does: it confirms …",
    found: ["Saving the same again is a touch."],
  },
  {
    name: "is not right",
    pattern: /\b(is|are|was) not right\b/i,
    instead: "incorrect, wrong",
    found: ["The current password is not right."],
  },
  {
    name: "an amount that is plural",
    pattern: /\$[\d,.]*\d are\b/,
    instead: "$800.00 paid; $800.00 is …",
    found: ["$800.00 are paid."],
  },
  {
    name: "paid whole",
    pattern: /\bpaid whole\b/i,
    instead: "We pay whole commissions, oldest first",
    found: ["Earnings are paid whole, the oldest first."],
  },
  {
    name: "kept about you",
    pattern: /\bkept about (you|them|him|her)\b/i,
    instead: "your data",
    found: ["Everything that is kept about you"],
  },
  {
    name: "the database did not answer",
    pattern: /\bthe database did not answer\b/i,
    instead: "Something went wrong on our side; then whether anything was charged, and what to do",
    found: ["The database did not answer."],
  },
  {
    name: "tryAgain",
    pattern: /\b(try|decide|send|run|do|ask|call|load|read|write)Again\b/,
    instead: "retry…, re…: retryOnConflict, resend",
    found: ["decideAgain(attempt)", "const sendAgain = 1;"],
    fine: ["const again = await call();", "signInAgain()"],
  },
  {
    name: "isTheirs",
    pattern: /\bisTheirs\b/,
    instead: "isOwnedBy, isInList",
    found: ["(row) => isTheirs(row)"],
  },
  {
    name: "fought",
    pattern: /fought/i,
    instead: "dispute, disputed",
    found: ["A payment that is fought over.", "const isFought = true;"],
  },
  {
    name: "the least that",
    pattern: /\bthe (least|most) that (can|may|is)\b/i,
    instead: "minimum, maximum",
    found: ["The least that can be paid out is $20.00"],
  },
  {
    name: "British spelling",
    pattern:
      /licence|colour|\bcancell(ed|ing)|behaviour|catalogue|programmes?\b|favourite|honour|neighbour|labell(ed(?!by)|ing)|modell(ed|ing)|travell(ed|ing|er)|(?<!\w)(normal|optim|recogn|author|organ|initial|serial|synchron|summar|minim|maxim|custom|final|util|real|categor|prior|memor|apolog|capital|emphas|special|standard|stabil|random|token|local|general|visual|equal)is(e[ds]?|ing|ation)\b|\b(centre|grey|defence|offence|pretence|whilst|amongst|enrol|fulfil|judgement|artefacts?|instalments?|learnt|spelt|ageing|sceptic\w*|cheques?)\b|\banalys(e[ds]?|ing)\b|\b(signall|totall|fuell)(ed|ing)\b|\btowards\b/i,
    instead: "license, color, canceled, behavior, catalog, program, favorite, normalized",
    found: ["Your licence key", "The colour of a cancelled order", "the normalised address", "the programme"],
    fine: ["Your license was canceled.", "advise, otherwise, promised, programmed, cancellation"],
  },
  {
    name: "a rule of another document",
    pattern: /\bspec(?:ification)? [12]\b|\bdomain rules\b/i,
    instead: "state the rule itself: the document is not in the repository",
    found: ["One row of the list (spec 2, section 3).", "The domain rules, section 5, say how grave."],
    fine: ["The specification quotes both sentences."],
  },
  {
    name: "MOST_",
    pattern: /\b[A-Z_]*(?<![A-Z])(MOST|LEAST)_[A-Z]/,
    instead: "MAX_ or MIN_",
    found: ["const MOST_LINES = 5;", "export const KEYS_LEAST_AGE = 5;"],
    fine: ["const ALMOST_EMPTY = 0;"],
  },
];

/** White space, which may include a line break and the marker of a comment or quotation on the next line. */
const GAP = "(?:[ \\t]+|[ \\t]*\\n[ \\t]*(?:\\*|//|#|>)*[ \\t]*)";

const COMPILED = SHAPES.map((shape) => ({
  shape,
  pattern: new RegExp(shape.pattern.source.replaceAll(" ", GAP), `g${shape.pattern.flags}`),
}));

export type Finding = { line: number; said: string; shape: Shape };

/** Forbidden words and phrases in a text. @param quoted quotations in it that the check ignores */
export function findingsIn(text: string, quoted: string[] = []): Finding[] {
  const own = quoted.reduce((rest, quote) => rest.replaceAll(quote, "-".repeat(quote.length)), text);
  return COMPILED.flatMap(({ shape, pattern }) =>
    [...own.matchAll(pattern)].map(({ 0: said, index }) => ({
      line: own.slice(0, index).split("\n").length,
      said: said.replace(/\s+/g, " "),
      shape,
    })),
  );
}
