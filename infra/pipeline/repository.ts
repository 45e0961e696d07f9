/** The exact names that GitHub's tokens may have for a repository: `repo:<name>:…`. */
export type RepositoryNames = readonly [string, ...string[]];

/** GitHub's rules: letters, digits and hyphens for an owner; underscores and dots too for a repository. */
const NAME = /^([A-Za-z0-9-]+)(?:@([0-9]+))?\/([A-Za-z0-9._-]+?)(?:@([0-9]+))?$/;

/**
 * Parses `-c repository=`. GitHub's tokens contain the ids of owner and repository if the repository was created,
 * renamed or transferred after 18 June 2026, otherwise only the names. Given the ids, the function returns the names in
 * both kinds of tokens: a stranger who takes over the name gets no token without ids, because their repository is new.
 * Without ids, it returns only the plain name.
 * @throws if the value is neither `<owner>/<name>` nor `<owner>@<id>/<name>@<id>`
 */
export function parseRepository(given: unknown): RepositoryNames {
  const [, owner, ownerId, name, id] = NAME.exec(typeof given === "string" ? given : "") ?? [];
  if (owner === undefined || name === undefined || (ownerId === undefined) !== (id === undefined))
    throw new Error(
      `The repository ${JSON.stringify(given)} is not a GitHub repository. Use -c repository=<owner>@<id>/<name>@<id>, or ` +
        "-c repository=<owner>/<name> for a repository from before 18 June 2026 that was never renamed or transferred since. To print the ids: " +
        `gh api repos/<owner>/<name> --jq '"\\(.owner.login)@\\(.owner.id)/\\(.name)@\\(.id)"'`,
    );
  const plain = `${owner}/${name}`;
  return id === undefined ? [plain] : [`${owner}@${ownerId}/${name}@${id}`, plain];
}
