import { getItem, type Item, transact, type Write } from "./dynamo.ts";

/** The row that counts the readings of one subject, in the table that stores the results. */
export type ReadingPlace = { TableName: string; Key: { pk: string; sk: string } };

/** A write that repeats what Stripe said. Only the reading that asked Stripe can store it. */
export class Told {
  readonly told = true;
  readonly #reading: Reading;
  readonly #write: Write;

  constructor(reading: Reading, write: Write) {
    this.#reading = reading;
    this.#write = write;
  }

  storedBy(reading: Reading): Write {
    if (reading !== this.#reading) throw new Error("A reading stores only what it has read itself");
    return this.#write;
  }
}

/**
 * One reading of Stripe. It starts before Stripe is asked and ends when the answer is stored.
 *
 * All readings of one subject share a counter. A reading remembers the counter before it asks Stripe, and each of
 * its commits requires that value and increments it. The reading that commits later therefore also asked later, and
 * an older answer can never replace a newer one. A reading that finds nothing to change commits as well: otherwise
 * an older reading could store its outdated answer afterwards.
 */
export class Reading {
  readonly #place: ReadingPlace;
  #count: number;

  /** @param row the counter's row, read before Stripe is asked; undefined if there is none yet */
  constructor(place: ReadingPlace, row: Item | undefined) {
    this.#place = place;
    this.#count = Number(row?.version ?? 0);
  }

  /**
   * Stores all writes or none. A reading may commit several times.
   * @throws WriteConflict if another reading of the subject has committed since this one started: start over
   */
  async commit(writes: readonly (Told | Write)[]): Promise<void> {
    const stored = writes.map((write) => (write instanceof Told ? write.storedBy(this) : write));
    await transact([...stored, this.#advance()]);
    this.#count += 1;
  }

  /**
   * For a transaction that stores no answer from Stripe: fails if another reading has committed since this one started.
   */
  unchanged(): Write {
    return { ConditionCheck: { ...this.#place, ...this.#condition() } };
  }

  #advance(): Write {
    const { TableName, Key } = this.#place;
    return {
      Put: {
        TableName,
        Item: { ...Key, version: this.#count + 1 },
        ...this.#condition(),
      },
    };
  }

  #condition() {
    if (this.#count === 0) return { ConditionExpression: "attribute_not_exists(pk)" };
    return {
      ConditionExpression: "version = :version",
      ExpressionAttributeValues: { ":version": this.#count },
    };
  }
}

export async function startReading(place: ReadingPlace): Promise<Reading> {
  return new Reading(place, await getItem(place));
}
