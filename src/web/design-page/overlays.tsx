import { useState } from "react";
import { Button } from "#web/design/button.tsx";
import { FieldDialog, Dialog, DialogBody, DialogFoot, Drawer } from "#web/design/dialog.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { longWords } from "./long-words.ts";
import { Specimen, State } from "./specimen.tsx";

const overlays = ["dialog", "wide dialog", "form dialog", "form dialog, busy", "field dialog", "drawer"] as const;
type Overlay = (typeof overlays)[number];

/** What lies over the page; each opens by its button. */
export function Overlays() {
  const [open, setOpen] = useState<Overlay>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Specimen of="Dialog" and={["DialogBody", "DialogFoot", "FormDialog", "FieldDialog", "Drawer"]}>
        {overlays.map((overlay) => (
          <State key={overlay} name={overlay}>
            <Button onClick={() => setOpen(overlay)}>Open {overlay}</Button>
          </State>
        ))}
      </Specimen>
      <Specimen of="ToastRegion">
        <State name="success">
          <Button onClick={() => toast.success("Sealed as EX-000123")}>Show success</Button>
        </State>
        <State name="error">
          <Button onClick={() => toast.error("It was not sealed.", { description: longWords.sentence })}>
            Show error
          </Button>
        </State>
        <State name="info, with an action">
          <Button onClick={() => toast.info("Moved.", { action: { label: "Undo", onPress: () => {} } })}>
            Show info
          </Button>
        </State>
        <State name="work under way">
          <Button onClick={() => toast.work("Sealing evidence").step("41 of 120", 41, 120)}>Show work</Button>
        </State>
      </Specimen>
      <ShownOverlay open={open} close={close} />
    </>
  );
}

function ShownOverlay({ open, close }: { open: Overlay | undefined; close: () => void }) {
  if (open === "drawer")
    return (
      <Drawer label="Menu" onClose={close}>
        <p className="padded-24">What the sidebar of a phone holds.</p>
        <Button onClick={close}>Close</Button>
      </Drawer>
    );
  if (open === "field dialog")
    return (
      <FieldDialog label="A dialog of one field" className="padded-24" onClose={close}>
        <Input aria-label="Search" />
        <Button onClick={close}>Close</Button>
      </FieldDialog>
    );
  if (open === "form dialog" || open === "form dialog, busy")
    return (
      <FormDialog
        title="Rename Project"
        onClose={close}
        form={{ onSubmit: (event) => (event.preventDefault(), close()) }}
        submit="Save"
        busy={open === "form dialog, busy" && "Saving..."}
        aside={<Button kind="quiet">Clear</Button>}
      >
        <Field label="Project name" error="Give the project a name">
          <Input defaultValue={longWords.unbroken} />
        </Field>
      </FormDialog>
    );
  if (!open) return null;
  return (
    <Dialog title="Add evidence" onClose={close} width={open === "dialog" ? "regular" : "wide"}>
      <DialogBody>
        <Field label="Title" help={longWords.sentence}>
          <Input defaultValue={longWords.unbroken} />
        </Field>
      </DialogBody>
      <DialogFoot>
        <Button onClick={close}>Cancel</Button>
        <Button kind="primary" onClick={close}>
          Seal evidence
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
