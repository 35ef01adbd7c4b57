import { useState } from "react";
import type { ReactNode } from "react";
import { Switch } from "#web/design/choice.tsx";
import { Dialog, DialogBody } from "#web/design/dialog.tsx";
import { commandsOf } from "./commands.ts";
import type { CommandContext } from "./commands.ts";
import { setSingleKeys, singleKeys, singleKeysOn } from "./single-keys.ts";

interface ShortcutSheetProps {
  context: Omit<CommandContext, "debug">;
  onClose: () => void;
}

const ctrl = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** All keys of the workspace, as far as the person may do what they do, and the switch for those that are a single one. */
export default function ShortcutSheet({ context, onClose }: ShortcutSheetProps) {
  const [on, setOn] = useState(singleKeysOn);
  const actions = commandsOf({ ...context, debug: false })[0]!.entries;
  return (
    <Dialog title="Keyboard Shortcuts" onClose={onClose}>
      <DialogBody>
        <Switch
          label="Single-key shortcuts"
          note="Saved in this browser. Turn them off if you press keys by accident or dictate."
          checked={on}
          onChange={() => {
            setSingleKeys(!on);
            setOn(!on);
          }}
        />
        <Keys title="Everywhere">
          <Key does="Search or run a command" keys={[[ctrl, "K"], ...(on ? [["/"]] : [])]} />
          <Key does="Toggle Sidebar" keys={[[ctrl, "B"]]} />
          <Key does="Send the form you are in, or press its main button" keys={[[ctrl, "Enter"]]} />
          <Key does="File what you copied" keys={[[ctrl, "V"]]} />
          <Key does="Close" keys={[["Esc"]]} />
          {on && <Key does="Keyboard Shortcuts" keys={[["?"]]} />}
        </Keys>
        {on && (
          <Keys title="Actions">
            {singleKeys.map(({ key, command }) => {
              const action = actions.find(({ id }) => id === command);
              return action && <Key key={key} does={action.label} keys={[[key.toUpperCase()]]} />;
            })}
          </Keys>
        )}
        {on && (
          <Keys title="In a register">
            <Key does="Add a record" keys={[["N"]]} />
            <Key does="Edit the open record" keys={[["E"]]} />
            <Key does="Undo what you did last" keys={[["U"]]} />
            <Key does="Select a record" keys={[["X"]]} />
          </Keys>
        )}
        <Keys title="With an item open">
          <Key does="Next" keys={[["J"], ["→"]]} />
          <Key does="Previous" keys={[["K"], ["←"]]} />
        </Keys>
      </DialogBody>
    </Dialog>
  );
}

function Keys({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="shortcut-keys" aria-label={title}>
      <h3 className="title-card">{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

/** One thing, and the keys that do it: each either a key or keys that are held together. */
function Key({ does, keys }: { does: string; keys: readonly (readonly string[])[] }) {
  return (
    <div>
      <dt>{does}</dt>
      <dd>
        {keys.map((chord, at) => (
          <span key={chord.join(" ")}>
            {at > 0 && " or "}
            {chord.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
        ))}
      </dd>
    </div>
  );
}
