import { useEffect, useRef, useState } from "react";
import { Button } from "#web/design/button.tsx";
import { Checkbox } from "#web/design/choice.tsx";
import { useControls } from "../use-library.ts";

interface ControlsEditorProps {
  chosen: readonly string[];
  onDone: (controls: readonly string[]) => void;
}

/** The controls that a file supports; Enter takes them. */
export function ControlsEditor({ chosen, onDone }: ControlsEditorProps) {
  const controls = useControls().data ?? [];
  const [now, setNow] = useState<readonly string[]>(chosen);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input:checked, input")?.focus(), []);
  function move(step: number) {
    const boxes = [...(form.current?.querySelectorAll<HTMLElement>("input") ?? [])];
    boxes[boxes.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  }
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        onDone(controls.map(({ id }) => id).filter((id) => now.includes(id)));
      }}
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        move(step);
      }}
    >
      <div className="filing-options" role="group" aria-label="Controls">
        {controls.map(({ id, title }) => (
          <Checkbox
            key={id}
            label={`${id} ${title}`}
            checked={now.includes(id)}
            onChange={() => setNow(now.includes(id) ? now.filter((other) => other !== id) : [...now, id])}
          />
        ))}
      </div>
      <p className="filing-take">
        <Button type="submit" kind="primary" size="small">
          Done
        </Button>
      </p>
    </form>
  );
}
