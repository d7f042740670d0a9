/*
 * Your data: a file that is chosen or dropped.
 */
import { $, el, latest } from "./ui.js";
import * as database from "./database.js";

/* A table as one finds them. */
const UNTIDY = `uuid,what
017f22e2-79b0-7cc3-98c4-dc0c0c07398f,canonical
017F22E2-79B0-7CC3-98C4-DC0C0C07398F,the same in capital letters
6ba7b8109dad11d180b400c04fd430c8,32 digits
c232ab00-9414-11ec-b3c8-9f6bdeced846,version 1
00000000-0000-0000-0000-000000000000,Nil
n/a,no UUID
{919108f7-52d1-4320-9bac-f847db4148a8},in braces
`;

export function mount(engine) {
    const drop = $("data-drop");
    const answer = $("data-answer");
    const take = latest(async (file) => {
        const { name } = file;

        answer.replaceChildren(el("p", { class: "hint" }, `Reading ${name}\u2026`));
        try {
            const bytes = new Uint8Array(await file.arrayBuffer());
            await database.show(engine, name, bytes, answer);
        } catch (error) {
            answer.replaceChildren(el("pre", { class: "problem", role: "alert" },
                `${name}: ${error.message}`));
        }
    });

    $("data-file").addEventListener("change", ({ target }) => {
        const [file] = target.files;
        target.value = ""; // so that the same file is a change again
        if (file !== undefined)
            take(file);
    });
    $("data-sample").addEventListener("click", () => take(new File([UNTIDY], "untidy.csv")));
    // A file that is dropped beside it would take the place of the page.
    for (const name of ["dragover", "drop"])
        window.addEventListener(name, (event) => event.preventDefault());
    for (const name of ["dragenter", "dragover"])
        drop.addEventListener(name, (event) => {
            event.preventDefault();
            drop.classList.add("over");
        });
    drop.addEventListener("dragleave", () => drop.classList.remove("over"));
    drop.addEventListener("drop", (event) => {
        event.preventDefault();
        drop.classList.remove("over");
        if (event.dataTransfer.files[0])
            take(event.dataTransfer.files[0]);
    });
}
