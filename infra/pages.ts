/** CloudFront rejects a longer function. */
const LONGEST_CODE_BYTES = 10_240;

type Pages = {
  readonly prerendered: readonly string[];
  readonly application: { readonly document: string; readonly paths: RegExp };
  readonly notFound: string;
  readonly files: RegExp;
};

/**
 * The site's viewer-request function, in cloudfront-js-2.0's old JavaScript. It maps prerendered pages to their
 * documents, the application's paths to its shell, and every other path to the 404 page. It redirects an affiliate's
 * link in capitals, because CloudFront and the gateway match paths by case. It answers for files that cannot exist,
 * because S3 would answer in XML. The distribution has no error page, because an error page would also replace the
 * API's errors.
 */
export function pagesFunction(pages: Pages): string {
  return checked(
    `${documentOf(pages)}
var files = ${pages.files};
function handler(event) {
  var request = event.request;
  var uri = request.uri;
  if (uri.indexOf("/R/") === 0) return {
    statusCode: 301,
    statusDescription: "Moved Permanently",
    headers: { location: { value: "/r/" + uri.slice(3) } }
  };
  if (uri.slice(uri.lastIndexOf("/")).indexOf(".") === -1) request.uri = documentOf(uri);
  else if (!files.test(uri)) return {
    statusCode: 404,
    statusDescription: "Not Found",
    headers: { "content-type": { value: "text/plain; charset=utf-8" } },
    body: { encoding: "text", data: "There is no file at this address.\\n" }
  };
  return request;
}
`,
    pages.prerendered.length,
  );
}

/**
 * The site's viewer-response function. S3 answers 200 for the 404 page, so this function sets the status 404. A 304
 * stays, because the browser then shows its cached page with the cached status.
 */
export function statusFunction(pages: Pages): string {
  return checked(
    `${documentOf(pages)}
function handler(event) {
  var response = event.response;
  var uri = event.request.uri;
  var isFile = uri.slice(uri.lastIndexOf("/")).indexOf(".") !== -1;
  var document = isFile ? uri : documentOf(uri);
  if (response.statusCode === 200 && document === ${JSON.stringify(pages.notFound)}) {
    response.statusCode = 404;
    response.statusDescription = "Not Found";
  }
  return response;
}
`,
    pages.prerendered.length,
  );
}

function documentOf({ prerendered, application, notFound }: Pages): string {
  const documents = Object.fromEntries(
    prerendered.map((path) => [path, path === "/" ? "/index.html" : `${path}/index.html`]),
  );
  return `var documents = ${JSON.stringify(documents)};
var application = ${application.paths};
function documentOf(uri) {
  var page = uri.length > 1 && uri.endsWith("/") ? uri.slice(0, -1) : uri;
  if (documents.hasOwnProperty(page)) return documents[page];
  return application.test(uri) ? ${JSON.stringify(application.document)} : ${JSON.stringify(notFound)};
}`;
}

function checked(code: string, pages: number): string {
  const bytes = Buffer.byteLength(code);
  if (bytes <= LONGEST_CODE_BYTES) return code;
  throw new Error(
    `The pages function has ${bytes} bytes of CloudFront's ${LONGEST_CODE_BYTES}: ` +
      `${pages} prerendered paths are too many. Take some out of PRERENDERED_PATHS in shared/site.ts.`,
  );
}
