import { renderedSamples } from "./rendered.ts";

/** Prints every mail with sample data as JSON, for the local stack's mailbox. The argument is the site's address. */
const [siteUrl = ""] = process.argv.slice(2);
process.stdout.write(JSON.stringify(renderedSamples(siteUrl)));
