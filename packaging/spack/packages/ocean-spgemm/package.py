# A Spack repository of one package, which builds the checkout that it lies in:
#   spack repo add packaging/spack && spack install ocean-spgemm
import pathlib

from spack.package import *

try:  # since Spack 1.0, build systems belong to the repository of its packages
    from spack_repo.builtin.build_systems.cmake import CMakePackage
    from spack_repo.builtin.build_systems.cuda import CudaPackage
except ImportError:  # before, they are in spack.package
    pass


class OceanSpgemm(CMakePackage, CudaPackage):
    """Sparse matrix-matrix products (SpGEMM) on Kokkos that estimate the sizes of the result."""

    homepage = "https://doi.org/10.1145/3797905.3807868"
    git = pathlib.Path(__file__).resolve().parents[4].as_uri()

    license("Apache-2.0")

    version("main", branch="main")

    variant("shared", default=True, description="Build a shared library")
    variant("openmp", default=True, description="Multiply with OpenMP threads")
    variant("program", default=True, description="Build the program ocean-spgemm")
    variant("scalars", default="double", values=("double", "float", "complex_double", "complex_float"), multi=True,
            description="Scalars of the library's products")
    variant("ordinals", default="int", values=("int", "int64"), multi=True, description="Columns of the library's products")
    variant("offsets", default="int,size_t", values=("int", "int64", "size_t"), multi=True,
            description="Offsets of the library's products")

    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("kokkos@4.6:5 +openmp", when="+openmp")
    depends_on("kokkos@4.6:5")
    depends_on("kokkos-kernels@4.6:5")
    depends_on("zlib-api", when="+program")
    depends_on("cli11", when="+program")
    depends_on("nlohmann-json", when="+program")
    for arch in CudaPackage.cuda_arch_values:
        depends_on(f"kokkos+cuda cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")
        depends_on(f"kokkos-kernels+cuda cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")

    def cmake_args(self):
        args = [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("OCEAN_ENABLE_PROGRAM", "program"),
            self.define_from_variant("OCEAN_SCALARS", "scalars"),
            self.define_from_variant("OCEAN_ORDINALS", "ordinals"),
            self.define_from_variant("OCEAN_OFFSETS", "offsets"),
            self.define("OCEAN_ENABLE_TESTS", False),
            self.define("OCEAN_ENABLE_EXAMPLES", False),
            self.define("OCEAN_USE_DEBIAN", False),
            self.define("OCEAN_USE_UPSTREAM", False),
        ]
        if self.spec.satisfies("+cuda"):
            args.append(self.define("CMAKE_CXX_COMPILER", self.spec["kokkos"].kokkos_cxx))
        return args
