import { useState } from "react";
import { portalColors } from "#domain/portal-colors.ts";
import type { PortalColor } from "#domain/portal-colors.ts";
import { Button } from "#web/design/button.tsx";
import { Radio, RadioGroup } from "#web/design/choice.tsx";
import { Field } from "#web/design/field.tsx";
import { FileDrop } from "#web/design/file-drop.tsx";
import type { PortalSettings } from "./portal-tab.tsx";

interface PortalLooksProps {
  draft: PortalSettings;
  errors: Readonly<Record<string, string>>;
  change: (changes: Partial<PortalSettings>) => void;
}

const words: Readonly<Record<PortalColor, string>> = {
  blue: "Blue",
  teal: "Teal",
  green: "Green",
  bronze: "Bronze",
  red: "Red",
  plum: "Plum",
  graphite: "Graphite",
};

const MOST_BYTES = 64 * 1024;

/** The company's color and logo on its page. */
export function PortalLooks({ draft, errors, change }: PortalLooksProps) {
  const [problem, setProblem] = useState<string>();

  function read([file]: File[]) {
    if (!file) return;
    if (file.size > MOST_BYTES) return setProblem("Please choose a picture of 64 KB at most");
    const reader = new FileReader();
    reader.onload = () => {
      setProblem(undefined);
      if (typeof reader.result === "string") change({ logo: reader.result });
    };
    reader.onerror = () => setProblem("The picture could not be read");
    reader.readAsDataURL(file);
  }

  return (
    <div className="stack gap-20">
      <RadioGroup label="Color" name="color">
        <div className="portal-colors">
          {portalColors.map((color) => (
            <Radio
              key={color}
              label={
                <>
                  <i className="portal-color" data-color={color} aria-hidden="true" />
                  {words[color]}
                </>
              }
              checked={draft.color === color}
              onChange={() => change({ color })}
            />
          ))}
        </div>
      </RadioGroup>
      {draft.logo === null ? (
        <Field label="Logo" error={problem ?? errors["logo"]}>
          <FileDrop
            accept="image/png,image/jpeg,image/webp"
            onFiles={read}
            hint="PNG, JPEG or WebP, up to 64 KB. Without one, the page shows your initials."
          />
        </Field>
      ) : (
        <div className="settings-item">
          <img className="portal-logo" src={draft.logo} alt="Your logo" />
          <Button size="small" onClick={() => change({ logo: null })}>
            Remove logo
          </Button>
        </div>
      )}
    </div>
  );
}
