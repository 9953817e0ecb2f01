#!/usr/bin/env bash
# Measures everything on this machine: builds the drivers and calls perf_tests/evaluate.py with them.
#
#   scripts/evaluate.sh [--quick] [--out DIR] [argument of perf_tests/evaluate.py]... [-- cmake argument...]
#
# CUDA where an NVIDIA GPU, nvcc and a Kokkos with CUDA can be had, else OpenMP; --backend openmp asks for that.
# The results go to build/evaluation unless --out says otherwise. Call an interrupted run again to resume it.
. "$(dirname "$0")/lib.sh"

out=$ocean_build/evaluation backend='' arguments=() cmake_arguments=()
while [ $# -gt 0 ]; do
  case $1 in
    --out) out=$2 && shift ;;
    --backend) backend=$2 && shift ;;
    --help) exec python3 "$ocean_root/perf_tests/evaluate.py" --help ;;
    --)
      shift
      cmake_arguments=("$@")
      break
      ;;
    *) arguments+=("$1") ;;
  esac
  shift
done
case $backend in '' | openmp | cuda) ;; *) fail "--backend $backend (need openmp or cuda)" ;; esac

has_python_with() { "${python:-python3}" -c "import $1" >/dev/null 2>&1; }
# A Python of another origin does not see Debian's packages.
python=python3
has_python_with matplotlib || [ ! -x /usr/bin/python3 ] || python=/usr/bin/python3
need python3 has_command python3
need python3-numpy has_python_with numpy
need python3-matplotlib has_python_with matplotlib
provide_build_tools
[ -x /usr/bin/python3 ] && ! has_python_with matplotlib && python=/usr/bin/python3
export PYTHONPATH=$ocean_tools/usr/lib/python3/dist-packages${PYTHONPATH:+:$PYTHONPATH}
has_python_with matplotlib || fail "no Python with matplotlib (need Debian's python3-matplotlib, or one of your own)"

drivers_only=(-DOCEAN_ENABLE_TESTS=OFF -DOCEAN_ENABLE_EXAMPLES=OFF -DOCEAN_ENABLE_PERF_TESTS=ON)
tree=evaluate
if [ "$backend" != openmp ] && has_gpu && nvcc=$(find_nvcc); then
  export PATH=$(dirname "$nvcc"):$PATH
  say "configuring with CUDA"
  if (configure evaluate-cuda "${drivers_only[@]}" -DKokkos_ENABLE_CUDA=ON -DOCEAN_USE_DEBIAN=OFF "${cmake_arguments[@]}") &&
    has_backend evaluate-cuda Cuda; then
    tree=evaluate-cuda
  else
    say "no Kokkos with CUDA and no sources to build it from"
  fi
fi
if [ $tree = evaluate ]; then
  [ "$backend" != cuda ] || fail "no CUDA here (need a GPU, nvcc and a Kokkos with CUDA)"
  say "configuring"
  configure evaluate "${drivers_only[@]}" "${cmake_arguments[@]}"
fi
say "building the drivers ($(backends_of $tree))"
build $tree ocean_spgemm_perf ocean_hll_error ocean_matrices
say "measuring; results in $out"
"$python" "$ocean_root/perf_tests/evaluate.py" --drivers "$ocean_build/$tree/perf_tests" --out "$out" "${arguments[@]}"
