// The print page: a button that opens the browser's own print window.
document.getElementById("print").addEventListener("click", () => window.print());
