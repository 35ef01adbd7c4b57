/** A page that nobody sees paints nothing: it goes on after so many milliseconds. */
const UNSEEN_MS = 100;

/** Is done once the browser has painted what was drawn until now, and has answered the keys that came meanwhile. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const unseen = setTimeout(resolve, UNSEEN_MS);
    requestAnimationFrame(() => {
      clearTimeout(unseen);
      // The frame is painted behind this callback; the task after it finds that done.
      setTimeout(resolve);
    });
  });
}
