/**
 * One page of a migration. A run may die after any write of it and repeats the page: doing it twice changes nothing more.
 * @param after where the page begins: what the page before answered, or null
 * @returns where the next page begins; null when everything has been migrated
 */
export type Page = (after: string | null) => Promise<string | null>;

/**
 * `id` is stored with what has been done: never change it, and never use it twice. A daily one begins again the next night,
 * and stays in the list.
 */
export type Migration = { readonly id: string; readonly page: Page; readonly isDaily?: true };
