import { useEffect, useState } from "react";

/** Modules of white around a code, as its standard asks (ISO/IEC 18004, section 9.1). */
const quiet = 4;

/** A text as a QR code: black on white in both themes, because that is what a camera reads. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<{ size: number; path: string }>();
  useEffect(() => {
    let gone = false;
    void draw(text).then(
      (drawn) => gone || setDrawing(drawn),
      // The key below can be typed; a picture that cannot be had is no reason to stop.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [text]);
  return (
    <div className="qr-code" aria-busy={!drawing}>
      {drawing && (
        <svg viewBox={`0 0 ${drawing.size} ${drawing.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
          <path d={drawing.path} />
        </svg>
      )}
    </div>
  );
}

async function draw(text: string): Promise<{ size: number; path: string }> {
  const { generate } = await import("lean-qr");
  const code = generate(text);
  const rows = [...Array(code.size).keys()];
  const squares = rows.flatMap((y) =>
    rows.filter((x) => code.get(x, y)).map((x) => `M${x + quiet} ${y + quiet}h1v1h-1z`),
  );
  return { size: code.size + 2 * quiet, path: squares.join("") };
}
