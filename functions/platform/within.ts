/**
 * The options of an AWS client whose calls wait this long for each try. Without them the SDK waits until the function is
 * stopped, and its caller gets the gateway's bare 500.
 */
export const within = (ms: number) => ({
  requestHandler: { requestTimeout: ms, throwOnRequestTimeout: true },
});
