// Validation messages below fields: the field is marked and focused, and its content stays.

import { make } from "./elements.js";

/**
 * Show what is wrong with a field until it is edited.
 * @param {HTMLInputElement} field
 * @param {string} words
 */
export function showFieldProblem(field, words) {
  clearFieldProblem(field);
  const line = make("p", { class: "problem field-problem", id: `${field.id}-problem`, role: "alert" });
  field.after(line);
  line.textContent = words; // once it is in the page, so that it is read out
  field.setAttribute("aria-invalid", "true");
  const before = field.getAttribute("aria-describedby");
  field.setAttribute("aria-describedby", [line.id, before].filter(Boolean).join(" "));
  field.addEventListener("input", () => clearFieldProblem(field), { once: true });
  field.focus();
}

/**
 * Remove the message of a field.
 * @param {HTMLInputElement} field
 */
export function clearFieldProblem(field) {
  const id = `${field.id}-problem`;
  document.getElementById(id)?.remove();
  field.removeAttribute("aria-invalid");
  const others = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((name) => name && name !== id);
  if (others.length) field.setAttribute("aria-describedby", others.join(" "));
  else field.removeAttribute("aria-describedby");
}
