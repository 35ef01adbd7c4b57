import { pictures } from "./pictures.ts";
import type { PictureName } from "./pictures.ts";

/** A photograph of the product in both themes; the style sheet shows the one of the page's theme, and only that one is fetched. */
export function ProductPicture({ of, alt }: { of: PictureName; alt: string }) {
  const { light, dark, width, height } = pictures[of];
  return (
    <div className="picture">
      {[
        ["light", light],
        ["dark", dark],
      ].map(([theme, source]) => (
        <img
          key={theme}
          data-theme={theme}
          src={source}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
        />
      ))}
    </div>
  );
}
