/** CloudFront refuses a function that is longer. */
const LONGEST_CODE_BYTES = 10_240;

type Pages = { readonly prerendered: readonly string[]; readonly application: string };

/**
 * The viewer-request function of the site, in the old JavaScript that cloudfront-js-2.0 knows: files as they
 * are, prerendered pages from their own document, every other path the application. An error page for 404
 * would do the same to the API.
 */
export function pagesFunction({ prerendered, application }: Pages): string {
  const documents = Object.fromEntries(
    prerendered.map((path) => [path, path === "/" ? "/index.html" : `${path}/index.html`]),
  );
  const code = `var documents = ${JSON.stringify(documents)};
function handler(event) {
  var request = event.request;
  var uri = request.uri;
  if (uri.slice(uri.lastIndexOf("/")).indexOf(".") !== -1) return request;
  var page = uri.length > 1 && uri.endsWith("/") ? uri.slice(0, -1) : uri;
  request.uri = documents.hasOwnProperty(page) ? documents[page] : ${JSON.stringify(application)};
  return request;
}
`;
  const bytes = Buffer.byteLength(code);
  if (bytes <= LONGEST_CODE_BYTES) return code;
  throw new Error(
    `The pages function has ${bytes} bytes of CloudFront's ${LONGEST_CODE_BYTES}: ` +
      `${prerendered.length} prerendered paths are too many. Take some out of PRERENDERED_PATHS in shared/site.ts.`,
  );
}
