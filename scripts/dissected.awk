# Sums up what tshark prints of one connection between nodes: for each packet its number, port, next position in the
# stream, and of the frames that end in it: the name in a handshake, its tag, lengths, the tags of terms, and malformed.

# Those whose content the dissector takes for further terms. From there on what it shows is not what was sent.
BEGIN {
  unknown[107] = "STRING_EXT"
  unknown[77] = "BIT_BINARY_EXT"
  unknown[113] = "EXPORT_EXT"
  unknown[116] = "MAP_EXT"
  unknown[120] = "V4_PORT_EXT"
}

$4 { name[$2] = $4 }
$3 > sent[$2] { sent[$2] = $3 }
$6 != "" {
  count = split($6, lengths, " ")
  frames[$2] += count
  # A handshake counts its bytes in two.
  for (i = 1; i <= count; i++) bytes[$2] += lengths[i] + ($5 == "" ? 4 : 2)
}
{
  count = split($7, tags, " ")
  for (i = 1; i <= count && !(tags[i] in unknown); i++) continue
  first = i <= count ? unknown[tags[i]] : ""
}
first { passed[$2]++ }
$8 {
  malformed[$2, first != ""]++
  list = list "| " $1 " | " name[$2] " | " (first ? first : "?") " |\n"
}

END {
  print "\n| sender | bytes sent | bytes in frames | frames | packets with an unknown tag | malformed | other malformed |"
  print "|---|---|---|---|---|---|---|"
  for (port in sent) {
    printf "| %s | %d | %d | %d | %d | %d | %d |\n", name[port], sent[port] - 1, bytes[port], frames[port],
      passed[port], malformed[port, 1], malformed[port, 0]
    if (malformed[port, 0] || bytes[port] != sent[port] - 1) wrong = 1
    seen++
  }
  printf "\n| malformed packet | sender | first unknown tag |\n|---|---|---|\n%s", list
  exit wrong || seen != 2
}
