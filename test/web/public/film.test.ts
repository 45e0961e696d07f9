import { expect, test } from "vitest";
import { FILM, sceneAt, timecode } from "../../../web/src/public/landing/demo/film.ts";

test("each scene plays for its share of the film", () => {
  const at = (seconds: number): number => sceneAt(seconds / 15).index;
  expect([0, 2.9, 3.1, 7.9, 8.1, 10.9, 11.1, 15].map(at)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
});

test("a scene's progress runs from 0 to 1, and never beyond", () => {
  expect(sceneAt(-1)).toEqual({ index: 0, progress: 0 });
  expect(sceneAt(5.5 / 15).progress).toBeCloseTo(0.5);
  expect(sceneAt(2)).toEqual({ index: FILM.scenes.length - 1, progress: 1 });
});

test("the clock shows whole seconds", () => {
  expect(timecode(0)).toBe("0:00");
  expect(timecode(1)).toBe("0:15");
});
