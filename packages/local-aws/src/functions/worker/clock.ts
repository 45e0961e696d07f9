/**
 * Shifts this thread's time of day by the stack's offset, which may change at any time. Timers keep real time.
 */
export function shiftClock(shared: SharedArrayBuffer): void {
  const offset = new BigInt64Array(shared);
  const realNow = Date.now;
  const shift = () => Number(Atomics.load(offset, 0));
  const now = () => realNow() + shift();

  Date.now = now;
  const shifted = new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: (target) => new target(now()).toString(),
  });
  shifted.prototype.constructor = shifted;
  globalThis.Date = shifted;

  shiftFormatter(now);
  const realOrigin = performance.timeOrigin;
  Object.defineProperty(performance, "timeOrigin", { get: () => realOrigin + shift() });
}

/** A formatter without a date formats the current time. */
function shiftFormatter(now: () => number): void {
  const prototype = Intl.DateTimeFormat.prototype;
  const toParts = prototype.formatToParts;
  prototype.formatToParts = function formatToParts(date) {
    return toParts.call(this, date ?? now());
  };
  const format = Object.getOwnPropertyDescriptor(prototype, "format")?.get;
  Object.defineProperty(prototype, "format", {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      const bound: (date: Date | number) => string = format?.call(this);
      return (date?: Date | number) => bound(date ?? now());
    },
  });
}
