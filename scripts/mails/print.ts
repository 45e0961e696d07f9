import { renderedSamples } from "./rendered.ts";

/** Writes every mail with sample data as JSON, for the mailbox of the local stack. The argument is the site's address. */
const [siteUrl = ""] = process.argv.slice(2);
process.stdout.write(JSON.stringify(renderedSamples(siteUrl)));
